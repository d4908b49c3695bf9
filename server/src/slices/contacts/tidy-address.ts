/** Nobody tells apart addresses that differ in case only (RFC 5321, section 2.4, advises against it). */
export const tidyAddress = (email: string) => email.trim().toLowerCase()
