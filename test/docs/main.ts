/** `npm run readme:pictures`: draws the README's pictures anew. */
import { openBrowser } from '../../sandbox/browser.ts'
import { drawReadmePictures } from './readme-pictures.ts'

const browser = await openBrowser()
try {
  await drawReadmePictures(browser)
} finally {
  await browser.close()
}
