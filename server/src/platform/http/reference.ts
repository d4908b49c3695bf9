import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

// Swagger UI from its npm package, self-hosted: the browser contacts no third party.
const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('swagger-ui-dist/package.json'))
const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Swagger UI uses inline styles.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailwright API reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const script = `const lang = new URLSearchParams(location.search).get('lang')
SwaggerUIBundle({
  url: '/api/v1/openapi.json' + (lang === 'fr' || lang === 'en' ? '?lang=' + lang : ''),
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  validatorUrl: null,
})
`

/** The API reference page, rendered from the served OpenAPI description. */
export function addReference(server: FastifyInstance) {
  const serve = (path: string, type: string, content: () => Promise<string | Buffer> | string) =>
    server.get(path, async (_request, reply) => {
      reply.header('Content-Type', type).header('Content-Security-Policy', policy)
      return content()
    })
  serve('/docs', 'text/html; charset=utf-8', () => page)
  serve('/docs/', 'text/html; charset=utf-8', () => page)
  serve('/docs/start.js', 'text/javascript; charset=utf-8', () => script)
  for (const [name, type] of Object.entries(files))
    serve(`/docs/${name}`, type, () => readFile(join(folder, name)))
}
