/** The initial response of SASL XOAUTH2, as Google and Microsoft define it; for IMAP and SMTP alike. */
export const xoauth2 = (user: string, accessToken: string) =>
  Buffer.from(`user=${user}\x01auth=Bearer ${accessToken}\x01\x01`, 'utf8').toString('base64')
