/** Zones on both hemispheres: with daylight saving, by half an hour, around Ramadan, abolished, or without. */
export const zones = [
  'America/New_York',
  'Europe/Paris',
  'Europe/London',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Auckland',
  'Pacific/Honolulu',
  'UTC',
] as const
