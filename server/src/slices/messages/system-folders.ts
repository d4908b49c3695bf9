/** Always listed, even when empty, and in this order. `starred` and `all` do not exist on the server. */
export const systemFolders = [
  ...(['inbox', 'starred', 'drafts', 'sent', 'archive', 'all', 'spam', 'trash'] as const),
]

export const isSystemFolder = (key: string) => systemFolders.some((role) => role === key)
