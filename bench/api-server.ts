/** A bare HTTP server in a child process that returns tokens and always the same page of 20 brands. Prints its port. */
import { createServer } from 'node:http'

const metric = (value: number) => ({ value, prev_value: value - 0.37, unit: '%' })
const data = Array.from({ length: 20 }, (_unused, index) => ({
  brand: `Brand ${index}`,
  total_mentions: metric(100 + index),
  visibility_score: metric(43.21 - index),
  presence_rate: metric(55.1 - index),
  presence_rate_total: metric(400),
  presence_rate_occurrences: metric(230),
  avg_ranking: metric(2.4 + index / 10),
  is_my_brand: index === 3,
}))
const page = Buffer.from(JSON.stringify({ data, pagination: { page: 1, page_size: 20, total: 57 } }))
const token = Buffer.from(JSON.stringify({ token: 'bench-token' }))

const server = createServer((request, response) => {
  const body = request.method === 'POST' ? token : page
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) console.log(address.port)
})
// The parent's pipe closes when the parent ends.
process.stdin.resume().on('end', () => process.exit())
