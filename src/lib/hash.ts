import { hash } from 'node:crypto'

/** 144 bits, which tell texts apart and don't reveal them. Stored: ids and marks would change with it. */
export const hashed = (text: string): string => hash('sha256', text, 'base64url').slice(0, 24)
