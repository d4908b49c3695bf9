import type { api } from '../index.ts'
import type { Text } from '../text.ts'

const titles: Record<keyof typeof api, Text> = {
  instance: { en: 'Instance', fr: 'Instance' },
  auth: { en: 'Signing in', fr: 'Connexion' },
  account: { en: 'My account', fr: 'Mon compte' },
  apiKeys: { en: 'API keys', fr: 'Clés API' },
  members: { en: 'Members and invitations', fr: 'Membres et invitations' },
  audit: { en: 'Audit log', fr: "Journal d'audit" },
  notifications: { en: 'Notifications', fr: 'Notifications' },
  incidents: { en: 'Incidents', fr: 'Incidents' },
  contacts: { en: 'Contacts', fr: 'Contacts' },
  signatures: { en: 'Signatures', fr: 'Signatures' },
  webmailSignatures: { en: 'Signatures (deprecated address)', fr: 'Signatures (ancienne adresse)' },
  mailboxes: { en: 'Mailboxes', fr: 'Boîtes mail' },
  mailboxSetup: { en: 'Mailbox setup', fr: 'Configuration des boîtes mail' },
  folders: { en: 'Folders', fr: 'Dossiers' },
  messages: { en: 'Messages', fr: 'Messages' },
  threads: { en: 'Threads', fr: 'Fils' },
  journal: { en: 'Journal', fr: 'Journal' },
  sending: { en: 'Sending', fr: 'Envoi' },
  review: { en: 'Morning review', fr: 'Revue du matin' },
  workflows: { en: 'Workflows', fr: 'Workflows' },
  workflowVersions: { en: 'Workflow versions', fr: 'Versions des workflows' },
  workflowCopies: { en: 'Workflow copies', fr: 'Copies de workflows' },
  nodeTypes: { en: 'Node types', fr: 'Types de nœuds' },
  hooks: { en: 'Webhooks', fr: 'Webhooks' },
  executions: { en: 'Executions', fr: 'Exécutions' },
  runs: { en: 'Starting executions', fr: 'Lancer des exécutions' },
  approvals: { en: 'Approvals', fr: 'Approbations' },
  tables: { en: 'Tables', fr: 'Tables' },
  tableColumns: { en: 'Columns of tables', fr: 'Colonnes des tables' },
  tableRows: { en: 'Rows of tables', fr: 'Lignes des tables' },
  templates: { en: 'Templates', fr: 'Modèles' },
  connections: { en: 'Connections', fr: 'Connexions externes' },
  ai: { en: 'AI models', fr: "Modèles d'IA" },
  evaluation: { en: 'Prompt evaluation', fr: 'Évaluation des consignes' },
  assistant: { en: 'Assistant', fr: 'Assistant' },
  analyzer: { en: 'Mailbox analyzer', fr: 'Analyse de boîte' },
  dashboard: { en: 'Dashboard', fr: 'Tableau de bord' },
}

/** The name under which the description groups a domain's routes. */
export const domainTitle = (domain: string, lang: keyof Text) =>
  Object.hasOwn(titles, domain) ? titles[domain as keyof typeof titles][lang] : domain
