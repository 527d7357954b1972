import { authentication } from './authentication.js';
import { errors } from './errors.js';
import { loading } from './loading.js';
import { paging } from './paging.js';
import { quickStart } from './quick-start.js';
import { webhooks } from './webhooks.js';

/** Every guide, in the order in which to read them; each is shown at /docs/<slug>. */
export const GUIDES = [quickStart, authentication, paging, webhooks, loading, errors];
