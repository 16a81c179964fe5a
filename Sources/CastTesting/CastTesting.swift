// The first file of CastTesting.
