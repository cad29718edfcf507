main:   jr      $ra  # été
        bogus
