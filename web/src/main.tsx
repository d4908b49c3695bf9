// First, so that the styles of features come after those of parts.
import './ui/styles/index.css'

import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
