import { onEachStore } from '#test/support/stores';
import { counters, storeContract, widgets } from './contract.js';

onEachStore('the store', storeContract, [widgets, counters]);
