/** The initial SASL XOAUTH2 response as defined by Google and Microsoft. */
export const xoauth2 = (user: string, accessToken: string) =>
  Buffer.from(`user=${user}\x01auth=Bearer ${accessToken}\x01\x01`, 'utf8').toString('base64')
