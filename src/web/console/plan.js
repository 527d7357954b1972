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
