import process from 'node:process'
import { addOperations } from '../../test/more-operations.ts'

/** Loaded before the bot, so that it has ten times the operations. */
addOperations(Number(process.env.OPERATIONS))
