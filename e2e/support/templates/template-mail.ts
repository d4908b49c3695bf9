export type TemplateMail = [name: string, html: string]
