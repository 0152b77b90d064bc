protocol Injectable {}
