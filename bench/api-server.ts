/** A bare HTTP server in a child process that returns tokens and always the same page of 20 brands. */
import { brandsPage } from './worlds/brands-page.ts'
import { serve } from './worlds/serve.ts'

const page = Buffer.from(JSON.stringify(brandsPage({ page_size: 20, total: 57 })))
const token = Buffer.from(JSON.stringify({ token: 'bench-token' }))

await serve((request, response) => {
  const body = request.method === 'POST' ? token : page
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
