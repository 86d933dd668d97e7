/** `npm run readme:pictures`: redraws the README's pictures. */
import { openBrowser } from '../../sandbox/browser.ts'
import { drawReadmePictures } from './readme-pictures.ts'

const browser = await openBrowser()
try {
  await drawReadmePictures(browser)
} finally {
  await browser.close()
}
