export const sampleTownPath = '/admin/settings/sample-town';

/** The job that loads the sample town when the administrator asks for it. */
export const LOAD_SAMPLE_TOWN = 'load-sample-town';
