import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'

const image = readFileSync('Dockerfile', 'utf8')
const beforeUser = image.slice(0, image.indexOf('\nUSER node\n'))
const argumentsOf = (command: RegExp) => command.exec(beforeUser)?.[1]?.trim().split(/\s+/) ?? []

describe('the image', () => {
  const [, cache = ''] =
    /enableCompileCache\(join\(import\.meta\.dirname, '\.\.\/([^']+)'\)\)/.exec(
      readFileSync('src/main.ts', 'utf8'),
    ) ?? []

  it.each(['data', dirname(cache)])('has the folder %s, which its user may write into', folder => {
    expect(argumentsOf(/\bmkdir (?:-p )?([^&\n]+)/)).toContain(folder)
    expect(argumentsOf(/\bchown node:node ([^&\n]+)/)).toContain(folder)
  })
})
