import { useEffect } from 'react'

let brand = 'Mailwright'

/** The name of the organisation, once it is known. */
export function setTitleBrand(name: string) {
  document.title = document.title.replace(brand, name)
  brand = name
}

export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand
  }, [title])
}
