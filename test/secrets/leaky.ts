import { leak } from './leaks.ts'

leak()
