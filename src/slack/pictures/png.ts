import { fileURLToPath } from 'node:url'

const FONTS = [
  import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
].map(url => fileURLToPath(url))

/** An SVG as PNG, drawn outside of the event loop; with half as many pixels again, for fine screens. */
export async function toPng(svg: string): Promise<Uint8Array> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const drawn = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: 1.5 },
    font: { fontFiles: FONTS, loadSystemFonts: false },
  })
  return drawn.asPng()
}
