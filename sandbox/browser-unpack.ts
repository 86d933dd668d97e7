/** Runs as a separate process: unpacks the packaged browser and the libraries it needs into TMPDIR. */
import chromium from '@sparticuz/chromium'

await chromium.executablePath()
