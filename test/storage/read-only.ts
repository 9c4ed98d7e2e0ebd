import type { Database } from '../../src/storage/database.ts'

/** The same database, in which nothing can be changed just now, as on a full disk. */
export const readOnly = (database: Database): Database =>
  database.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'UpdateQueryNode') throw new Error('The disk is full')
      return node
    },
    transformResult: async ({ result }) => result,
  })
