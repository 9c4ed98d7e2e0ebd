import { createServer } from 'node:http'
import { port } from './work.js'

/** Answers every request with the same bytes, and does nothing else: how much the load itself can ask. */

const body = JSON.stringify({ text: 'plan-0007 '.repeat(50) })
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }

createServer((request, response) => {
  request.resume()
  response.writeHead(200, headers)
  response.end(body)
}).listen(port, '127.0.0.1')
