/** The `source` of each kind of demo record. */
export const DEMO_SOURCES = {
  parcels: 'demo-assessor',
  deeds: 'demo-recorder',
  permits: 'demo-permits',
  countyRisks: 'demo-hazards',
  parcelRisks: 'demo-flood-map',
} as const;
