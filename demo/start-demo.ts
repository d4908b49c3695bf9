import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChildServer } from '../server/test/child-server.ts'
import { startModelServer } from '../server/test/model-server/model-server.ts'
import { createArrivals } from './arrivals.ts'
import { mailboxNames } from './company/people.ts'
import { fillCompany } from './fill.ts'
import { composeMail } from './mail/compose.ts'
import { history } from './mail/history.ts'
import { type MailServers, startMailServers } from './servers/mail-servers.ts'
import { modelRules } from './servers/model-rules.ts'
import { type SetUp, setUpCompany } from './set-up.ts'

export type Demo = {
  url: string
  company: SetUp
  dataFolder: string
  /** Ends everything and deletes the data. */
  stop(): Promise<void>
}

export type DemoOptions = {
  port?: number
  /** How often new mail arrives; 0: never. */
  arrivalSeconds?: number
  environment?: Record<string, string>
  onProgress?: (text: string) => void
}

function storeHistory(servers: MailServers) {
  for (const mailbox of mailboxNames)
    for (const { folder, flags, mail } of history(mailbox))
      servers.store(mailbox, folder, { source: composeMail(mail), flags, date: mail.date })
}

/** Starts the product for a made-up company, with mail servers and a model of its own, on data of its own. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const { port = 0, arrivalSeconds = 60, environment = {}, onProgress = () => undefined } = options
  const endings: (() => unknown)[] = []
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'mailwright-demo-'))
    endings.push(() => rm(folder, { recursive: true, force: true }))
    const servers = await startMailServers()
    endings.push(servers.stop)
    const model = await startModelServer({ rules: modelRules })
    endings.push(model.close)
    storeHistory(servers)
    onProgress('Starting the product')
    const product = await startChildServer(
      {
        PORT: String(port),
        MAILWRIGHT_WEB_APP: 'on',
        MAILWRIGHT_DATA_DIR: folder,
        MAILWRIGHT_OUTBOUND_ALLOW: `${servers.allow},${model.allow}`,
        MAILWRIGHT_BRAND_NAME: 'Mailwright',
        ...environment,
      },
      // A Ctrl-C in the terminal ends it through us, once.
      { detached: true },
    )
    endings.push(product.stop)
    const [, setupToken = ''] = /setup\?token=(\S+)/.exec(product.output()) ?? []
    const { url } = product
    onProgress('Connecting mailboxes')
    const modelUrl = model.baseUrl('openai_compatible')
    const company = await setUpCompany({ url, setupToken, servers, modelUrl })
    onProgress('New mail arrives')
    const arrivals = createArrivals(servers)
    endings.push(arrivals.stop)
    arrivals.first(60)
    await fillCompany(company)
    if (arrivalSeconds > 0) arrivals.start(arrivalSeconds * 1000)
    return { url, company, dataFolder: folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
