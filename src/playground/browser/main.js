import './blocks.js'
import './composer.js'
import './menus.js'
import './modal.js'
import { ask } from './ask.js'
import { follow } from './regions.js'

follow()

// Slack tells the app when somebody opens its Home.
if (document.body.dataset.place === 'home') void ask({ do: 'home' })
