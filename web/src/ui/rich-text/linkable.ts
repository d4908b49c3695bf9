/** Addresses that a mail may link to; everything else stays text. */
export const isLinkable = (href: string) => /^(?:https?:\/\/|mailto:)\S+$/i.test(href)
