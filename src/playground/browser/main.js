import './composer.js'
import './combobox.js'
import { start } from './menus.js'
import { showModal } from './modal.js'
import { perform } from './requests.js'

for (const list of document.querySelectorAll('ol.messages')) {
  const scrollToEnd = () => list.scrollTo(0, list.scrollHeight)
  scrollToEnd()
  // A picture makes the list longer once it is loaded.
  list.addEventListener('load', scrollToEnd, true)
}
showModal()
start()

// Slack sends the app an event when a person opens its Home.
if (document.body.dataset.place === 'home') void perform({ do: 'home' })
