/** The source of the demo's records, by which they are told apart. */
export const DEMO_SOURCES = {
  parcels: 'demo-assessor',
  deeds: 'demo-recorder',
  permits: 'demo-permits',
  countyRisks: 'demo-hazards',
  parcelRisks: 'demo-flood-map',
} as const;
