import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type Pool = { totalCount: number; idleCount: number; waitingCount: number }

/** Prometheus metrics of the service. */
export function createMetrics(pools: Record<string, Pool>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'mailwright_' })
  const requests = new Histogram({
    name: 'mailwright_http_request_seconds',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const jobs = new Histogram({
    name: 'mailwright_job_seconds',
    help: 'Jobs by task and outcome',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers: [registry],
  })
  const live = new Gauge({
    name: 'mailwright_live_clients',
    help: 'Open real-time channels',
    registers: [registry],
  })
  const connections = new Gauge({
    name: 'mailwright_database_connections',
    help: 'Database connections of this process by pool and state',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'open' }, totalCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'awaited' }, waitingCount)
      }
    },
  })
  return { registry, requests, jobs, live, connections }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Serves metrics on a separate port, for scrapers inside the network. */
export function serveMetrics({ registry }: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}
