import process from 'node:process'
import { addOperations } from '../../test/more-operations.ts'

/** Loaded before the bot to give it ten times the operations. */
addOperations(Number(process.env.OPERATIONS))
