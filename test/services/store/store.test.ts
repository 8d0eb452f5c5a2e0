import { onEachStore } from '#test/support/stores';
import { storeContract } from './contract.js';
import { pageContract } from './page-contract.js';
import { relationContract } from './relation-contract.js';
import { contractResources } from './support.js';

onEachStore('the store', storeContract, contractResources);
onEachStore('lists of the store', pageContract, contractResources);
onEachStore('related documents of the store', relationContract, contractResources);
