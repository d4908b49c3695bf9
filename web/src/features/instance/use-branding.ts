import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'

const brandingQuery = { ...read(client.instance.branding, {}), staleTime: Number.POSITIVE_INFINITY }

const variables = {
  '--accent': 'primary',
  '--accent-hover': 'primary',
  '--on-accent': 'onPrimary',
} as const

/** Name, logo and colours of the organisation. Colours replace those of the theme for filled buttons. */
export function useBranding() {
  const { data } = useQuery(brandingQuery)
  useEffect(() => {
    if (!data) return
    for (const [variable, name] of Object.entries(variables)) {
      const color = data.colors[name]
      if (color) document.documentElement.style.setProperty(variable, color)
    }
  }, [data])
  return data
}

/** The version of the service. */
export const useVersion = () =>
  useQuery({ ...read(client.instance.health, {}), staleTime: 60_000 }).data?.version
