import { fileURLToPath } from 'node:url'

const fontAt = (name: string): string =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

/** An SVG as PNG, drawn outside of the event loop; twice as many pixels, for screens that show them. */
export async function toPng(svg: string): Promise<Uint8Array> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const drawn = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: 1.5 },
    font: { fontFiles: [fontAt('DejaVuSans'), fontAt('DejaVuSans-Bold')], loadSystemFonts: false },
  })
  return drawn.asPng()
}
