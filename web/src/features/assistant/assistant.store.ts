import { create } from 'zustand'

type Panel = {
  isOpen: boolean
  /** None: a new one begins with the next question. */
  conversationId: string | undefined
}

/** The panel stays as it is while the member goes from page to page. */
export const usePanel = create<Panel>(() => ({ isOpen: false, conversationId: undefined }))

export const togglePanel = () => usePanel.setState(({ isOpen }) => ({ isOpen: !isOpen }))
export const closePanel = () => usePanel.setState({ isOpen: false })
export const showConversation = (conversationId: string | undefined) => usePanel.setState({ conversationId })
