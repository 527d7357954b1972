/** What the demo's records name as their source, by which they are told from others. */
export const DEMO_SOURCES = {
  parcels: 'demo-assessor',
  deeds: 'demo-recorder',
  permits: 'demo-permits',
  countyRisks: 'demo-hazards',
  parcelRisks: 'demo-flood-map',
} as const;
