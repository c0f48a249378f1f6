import type { SettingInfo } from '@spora/sdk'
import { expect, test } from 'vitest'
import { operatorHosts } from './operator-hosts.ts'

const settings: SettingInfo[] = [
  { key: 'base', label: 'Base', type: 'url', default: 'https://api.example.org' },
  { key: 'own', label: 'Own', type: 'url' },
  { key: 'name', label: 'Name', type: 'text' },
]

test('G9: a url setting counts when a person filled it, not when its author did', () => {
  expect(operatorHosts(settings, { base: 'https://api.example.org' })).toEqual([])
  expect(operatorHosts(settings, { base: 'http://127.0.0.1:8080/x', own: 'https://nas.local' })).toEqual([
    '127.0.0.1:8080',
    'nas.local:443',
  ])
})

test('G9: other settings and other schemes name no host', () => {
  expect(operatorHosts(settings, { name: 'http://127.0.0.1', own: 'file:///etc' })).toEqual([])
  expect(operatorHosts(settings, { own: 'nonsense' })).toEqual([])
})
