// `npm run demo -- [--port 8026] [--every 60]`
// The product with a made-up company: members, two months of mail in English and French, workflows, runs, drafts to
// review, approvals, tables and a scripted model. Mail and model servers run on loopback, nothing leaves the machine.
// New mail arrives every minute or so. Ctrl-C ends it and deletes its data.
import { parseArgs } from 'node:util'
import { members, password } from './company/people.ts'
import { startDemo } from './start-demo.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8026' }, every: { type: 'string', default: '60' } },
})

const starting = startDemo({
  port: Number(values.port),
  arrivalSeconds: Number(values.every),
  onProgress: (text) => console.log(`${text} …`),
})

let isStopping = false
const end = async () => {
  if (isStopping) process.exit(130)
  isStopping = true
  console.log('\nStopping …')
  const demo = await starting.catch(() => undefined)
  await demo?.stop()
  process.exit(0)
}
process.on('SIGINT', end)
process.on('SIGTERM', end)

try {
  const { url } = await starting
  const rows = members.map(({ name, email, role, mailboxes }) =>
    [`  ${email.padEnd(24)}`, name.padEnd(14), role.padEnd(8), mailboxes.join(', ')].join(''),
  )
  console.log(
    ['', `Mailwright is ready at ${url}`, '', ...rows, '', `Password of all members: ${password}`, ''].join(
      '\n',
    ),
  )
  console.log('New mail arrives now and then. Ctrl-C ends the demonstration and deletes its data.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
