export const sampleTownPath = '/admin/settings/sample-town';

/** The job that loads the sample town when the administrator requests it. */
export const LOAD_SAMPLE_TOWN = 'load-sample-town';
