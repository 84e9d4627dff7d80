/** The texts that the specification fixes word for word (spec sections 2, 4, 6 and 8), and nothing else. */
export const messages = {
  loginFailed: 'There was an error. Please try again later.',
  saveFailed: 'The operation failed. Please try again.',
  saved: 'Success!',
  notFoundCode: '404',
  notFound: 'Oops! The page you are looking for does not exist.',
  goHome: 'Go Home',
  loading: 'Loading...',
  empty: 'No data found.',
  notAdmin: 'User is not logged in or is not an admin.',
  databaseMissing: 'Database is not initialized.',
} as const;
