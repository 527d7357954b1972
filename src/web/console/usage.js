import { h, put } from '../dom.js';
import { counted } from '../format.js';
import { bar } from './bar.js';
import { planOf } from './plan.js';
import { when } from './when.js';

/** @param days those of GET /usage, the latest first; at least one */
function notKeptWords(days) {
  const all = days.reduce((sum, { deliveries }) => sum + deliveries, 0);
  return `In the last 30 days, ${counted(all, 'webhook delivery', 'webhook deliveries')} beyond the quota could neither be sent nor kept, the last on ${days[0].day} (UTC). GET /events still has their events.`;
}

/** The plan, with a bar for each limit. */
export function usagePanel() {
  const plan = h('span', { class: 'badge' });
  const month = bar('Lookups this month');
  const minute = bar('Requests this minute');
  const endpoints = bar('Active endpoints');
  const events = bar('Webhook events today');
  const notKept = h('p', { class: 'problem', hidden: true });
  const element = h(
    'section',
    { class: 'card', 'aria-labelledby': 'usage-title' },
    h('div', { class: 'row' }, h('h2', { id: 'usage-title' }, 'Usage and limits'), plan),
    h(
      'div',
      { class: 'bars' },
      [month, minute, endpoints, events].map((one) => one.element),
    ),
    notKept,
  );
  return {
    element,
    /** @param usage answer of GET /usage @param quota from GET /webhooks; null without webhooks */
    show(usage, quota) {
      put(plan, `${planOf(usage.tier)} plan`);
      if (usage.month === null) month.show(0, null, 'Lookups of this plan are not counted');
      else month.show(usage.month.used, usage.month.limit, `resets ${when(usage.month.resets_at)}`);
      minute.show(usage.minute.used, usage.minute.limit, `resets ${when(usage.minute.resets_at)}`);
      const days = usage.webhooks.deliveries_not_kept;
      notKept.hidden = days.length === 0;
      if (days.length > 0) put(notKept, notKeptWords(days));
      endpoints.element.hidden = quota === null;
      events.element.hidden = quota === null;
      if (quota === null) return;
      endpoints.show(quota.endpoints.used, quota.endpoints.limit, 'disabled ones do not count');
      const day = quota.events_per_day;
      events.show(day.used, day.limit, `resets ${when(day.resets_at)}`);
    },
  };
}
