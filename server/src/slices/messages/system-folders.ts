/** Always there, even empty, and in this order. `starred` and `all` are no folders of the server's own. */
export const systemFolders = [
  ...(['inbox', 'starred', 'drafts', 'sent', 'archive', 'all', 'spam', 'trash'] as const),
]

export const isSystemFolder = (key: string) => systemFolders.some((role) => role === key)
