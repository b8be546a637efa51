import { defineBlueprint, defineSyncTagInvalidateFunction } from '@sanity/blueprints';

const required = (name: string): string => {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name}: expected a value, got none; trivium setup sync-tags prints it`);
};

/** Sanity allows one function of this type for a dataset. */
export default defineBlueprint({
  resources: [
    defineSyncTagInvalidateFunction({
      name: 'sync-tags',
      project: required('SANITY_PROJECT_ID'),
      event: {
        resource: { type: 'dataset', id: `${required('SANITY_PROJECT_ID')}.${required('SANITY_DATASET')}` },
      },
      // Seconds; longer than all attempts of the function.
      timeout: 45,
      env: {
        TRIVIUM_URLS: required('TRIVIUM_URLS'),
        SANITY_WEBHOOK_SECRET: required('SANITY_WEBHOOK_SECRET'),
      },
    }),
  ],
});
