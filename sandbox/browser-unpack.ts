/** A process of its own: unpacks the package's browser, and the libraries that it asks for, into TMPDIR. */
import chromium from '@sparticuz/chromium'

await chromium.executablePath()
