import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepToken } from './api/token.ts'
import { App } from './app.tsx'
import './styles/index.css'

keepToken()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
