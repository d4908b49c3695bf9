import { expect, inject, test } from 'vitest'
import { adminQuery, urlOfDatabase } from '#test/database'
import { migrateJobs } from './migrate-jobs.ts'

test('concurrent migrations of an empty database all succeed, and later ones are fast', async () => {
  const server = inject('postgresUrl')
  const name = `test_migrate_${Date.now()}`
  await adminQuery(server, `create database ${name}`)
  const url = urlOfDatabase(server, name)
  try {
    await Promise.all(Array.from({ length: 5 }, () => migrateJobs(url)))
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const began = performance.now()
      await migrateJobs(url)
      times.push(performance.now() - began)
    }
    expect(Math.min(...times)).toBeLessThan(1_000)
    await adminQuery(url, `select graphile_worker.add_job('test.any')`)
  } finally {
    await adminQuery(server, `drop database ${name} with (force)`)
  }
})
