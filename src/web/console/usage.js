import { count, counted, when } from '../format.js';
import { html } from '../html.js';

const PLANS = {
  free: 'Free',
  starter: 'Starter (legacy)',
  api_100k: 'API 100k (legacy)',
  pro: 'Developer',
  scale: 'Team',
  license: 'Data license',
};

/** The plan name of a tier. */
export const planOf = (tier) => PLANS[tier] ?? tier;

const HIGH = 0.75;
const FULL = 0.95;

/** How much of a limit is used. A limit of null means unlimited, 0 that the plan does not include it. */
function Bar({ label, used, limit, note }) {
  const share = limit ? Math.min(1, used / limit) : 0;
  const level = share >= FULL ? 'full' : share >= HIGH ? 'high' : '';
  const most = limit === null ? 'unlimited' : count(limit);
  const figures = limit === 0 ? 'not in this plan' : `${count(used)} of ${most}`;
  return html`
    <div class="bar">
      <p><strong>${label}</strong><span class="bar-figures">${figures}</span></p>
      <span class="bar-track" role="meter" aria-label=${label} aria-valuemin="0"
        aria-valuemax=${limit || Math.max(used, 1)} aria-valuenow=${limit ? Math.min(used, limit) : used}
        aria-valuetext=${figures}>
        <span class="bar-fill ${level}" style=${{ width: `${share * 100}%` }}></span>
      </span>
      <p class="bar-note quiet">${note}</p>
    </div>
  `;
}

const until = ({ resets_at }) => `resets ${when(resets_at)}`;

/** @param days those of GET /usage, the latest first; at least one */
function notKeptWords(days) {
  const all = days.reduce((sum, { deliveries }) => sum + deliveries, 0);
  return `In the last 30 days, ${counted(all, 'webhook delivery', 'webhook deliveries')} beyond the quota could neither be sent nor kept, the last on ${days[0].day} (UTC). GET /events still has their events.`;
}

const Webhooks = ({ endpoints, events_per_day: day }) => html`
  <${Bar} label="Active endpoints" ...${endpoints} note="disabled ones do not count" />
  <${Bar} label="Webhook events today" ...${day} note=${until(day)} />
`;

/** The plan, with a bar for each limit: `usage` of GET /usage, `quota` of GET /webhooks or null. */
export function Usage({ usage: { tier, month, minute, webhooks }, quota }) {
  const lookups = month ?? { used: 0, limit: null };
  const days = webhooks.deliveries_not_kept;
  return html`
    <section class="card" aria-labelledby="usage-title">
      <div class="row"><h2 id="usage-title">Usage and limits</h2><span class="badge">${planOf(tier)} plan</span></div>
      <div class="bars">
        <${Bar} label="Lookups this month" ...${lookups}
          note=${month ? until(month) : 'Lookups of this plan are not counted'} />
        <${Bar} label="Requests this minute" ...${minute} note=${until(minute)} />
        ${quota && html`<${Webhooks} ...${quota} />`}
      </div>
      ${days.length > 0 && html`<p class="problem">${notKeptWords(days)}</p>`}
    </section>
  `;
}
