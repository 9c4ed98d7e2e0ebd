import './composer.js'
import './combobox.js'
import { start } from './menus.js'
import { showModal } from './modal.js'
import { perform } from './requests.js'

for (const list of document.querySelectorAll('ol.messages')) list.scrollTop = list.scrollHeight
showModal()
start()

// Slack sends the app an event when a person opens its Home.
if (document.body.dataset.place === 'home') void perform({ do: 'home' })
