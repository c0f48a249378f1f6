export * from './metadata.ts'
export * from './tool-context.ts'
export * from './tool-result.ts'
