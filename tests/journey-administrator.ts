/**
 * The administrator that a site gets from these settings, in journeys with `test.use({ environment:
 * administratorEnvironment })`.
 */
export const administrator = {
  email: 'editor@maplehollow.example',
  password: 'a belfry rings at noon and at six',
};

export const administratorEnvironment = {
  BELFRY_ADMIN_EMAIL: administrator.email,
  BELFRY_ADMIN_PASSWORD: administrator.password,
};
