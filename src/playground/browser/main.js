import './blocks/blocks.js'
import './composer.js'
import './copy.js'
import './inspector.js'
import './menus.js'
import './modal.js'
import { ask } from './ask.js'
import { showModal } from './modal.js'
import { follow } from './regions.js'

for (const list of document.querySelectorAll('ol.messages')) list.scrollTop = list.scrollHeight
showModal()
follow()

// Slack tells the app when somebody opens its Home.
if (document.body.dataset.place === 'home') void ask({ do: 'home' })
